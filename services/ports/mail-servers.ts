/** Looks up, by the names of the internet, where the mail of a domain goes. */
export interface MailServers {
  /**
   * Asks for the domain's mail servers, and where it names none for its own address (RFC 5321, section 5.1). Never throws,
   * and takes two seconds at most.
   * @param domain in lower case
   * @returns false when the domain surely takes no mail; null when that cannot be learnt now
   */
  takesMail(domain: string): Promise<boolean | null>;
}
