/** How much faster timers run in a process that has loaded `hurried.ts`. */
export const HURRY = 40;
