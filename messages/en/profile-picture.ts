import { catalogue } from '../catalogue.ts';

/** The picture, on /profile and on /profile/picture. */
export const profilePicture = catalogue('profile-picture', {
  title: 'Your picture · Stillhere',
  pageHeading: 'Your picture',
  back: 'Back to the profile',
  heading: 'Picture',
  aside: 'Shown next to your name. Only you can see it.',
  label: 'Choose a picture',
  hint: 'JPG, PNG, WebP, GIF or HEIC, up to 10 MB. We keep its middle.',
  submit: 'Upload',
  remove: 'Remove the picture',
});
