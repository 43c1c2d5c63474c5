declare module 'virtual:opening-scripts' {
  /** The scripts of the page that opens sealed items. */
  const scripts: Record<'page' | 'worker' | 'camera', { src: string; integrity: string }>;
  export default scripts;
}
