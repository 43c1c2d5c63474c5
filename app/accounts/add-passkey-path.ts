/** The page Security, which then asks for a passkey by itself. */
export const ADD_PASSKEY = '/profile/security?add-passkey';
