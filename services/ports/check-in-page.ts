/** The check-in page as people reach it: by its public address. */
export interface CheckInPage {
  /**
   * Opens the page of the probe's link.
   * @returns the step in its form
   * @throws Error when the page cannot be reached, or is another one
   */
  read(secret: string): Promise<number>;
  /**
   * Sends the page's form.
   * @throws Error when it cannot be sent, or was refused
   */
  press(secret: string, step: number): Promise<void>;
}
