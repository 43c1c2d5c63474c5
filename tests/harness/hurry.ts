/** How much faster time goes by in a process that has loaded `hurried.ts`. */
export const HURRY = 40;
