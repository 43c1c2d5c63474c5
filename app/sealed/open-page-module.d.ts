declare module 'virtual:open-page' {
  /** open.html, as a parcel has it. */
  export const OPEN_PAGE: string;
}
