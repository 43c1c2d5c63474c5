import { catalogue } from '../catalogue.ts';

export const themeChoice = catalogue('theme', {
  legend: 'Theme',
  names: { system: 'System', light: 'Light', dark: 'Dark' },
});
