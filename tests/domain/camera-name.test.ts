/** Names that a device gave to a file: a title that came from one is asked about. */
import { expect, test } from 'vitest';
import { isCameraName } from '#domain/content/camera-name.ts';

test.each([
  ...['IMG_4711.MOV', 'IMG_4711', 'IMG_E4711.HEIC', 'IMG-20200102-WA0003.jpg', 'IMG_20200102_123456.jpg'],
  ...['DSC01234.JPG', 'DSC_0042.NEF', '_DSC0042.ARW', 'DSCN1234.jpg', 'DSCF0001.RAF', '_MG_1234.CR2', 'P1010001.JPG'],
  ...['PXL_20230704_183012345.MP.jpg', 'VID-20200102-WA0001.mp4', 'VID_20200102_123456.mp4', 'MVI_0042.AVI'],
  ...['GOPR0042.MP4', 'GX010042.MP4', 'DJI_0042.JPG', '20230704_183012.jpg', '20230704_183012(1).jpg'],
  ...['Screenshot 2026-07-04 at 18.30.12.png', 'Screenshot_20260704-183012.png', 'image0.jpeg', 'image.png'],
  ...['WhatsApp Image 2026-07-04 at 18.30.12.jpeg', 'New Recording 12.m4a', 'Recording 3.m4a', 'scan0001.pdf'],
  ...['1625412345678.jpg', '3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f.jpg', 'untitled.mov', 'IMG_4711 (1).jpg'],
  ...['SAM_0042.JPG', 'CAM_0042.jpg'],
])('%s is the name of a device', (name) => {
  expect(isCameraName(name)).toBe(true);
});

test.each([
  ...['The hills.jpg', 'Grandmother singing.mp3', 'Nazaré 1984.jpg', '1984', 'sea.jpg', 'Ana, four candles.mp4'],
  ...['IMG_Ana on the beach.jpg', 'Image of your mother.png', 'Scan of the deed.pdf', 'Photo for Rui.jpg', 'will.pdf'],
  ...['Vidal.jpg', 'Sam 7 years.jpg', 'Camping 2020.mp4', 'Movie night 3.mov', '4 May 2031.jpg', ''],
  ...['Sam 3', 'Sam 2019.jpg', 'Cam 12.jpg', 'sam3'],
])('%s is a name that a person gave', (name) => {
  expect(isCameraName(name)).toBe(false);
});
