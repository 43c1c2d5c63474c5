import { catalogue } from '../catalogue.ts';

/** One item of a list: on the dashboard and among all contents. */
export const contentCard = catalogue('content-card', {
  public: 'Public',
  file: 'File content',
});
