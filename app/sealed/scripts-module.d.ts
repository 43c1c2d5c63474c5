declare module 'virtual:sealed-scripts' {
  /** The script that seals, and those of the page that opens sealed items. */
  const scripts: Record<'seal' | 'page' | 'worker' | 'camera', { src: string; integrity: string }>;
  export default scripts;
}
