declare module 'virtual:open-page' {
  /** open.html, as a parcel has it. */
  const page: string;
  export default page;
}
