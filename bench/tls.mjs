// TLS by a key that both sides have: no certificate, and the ciphers of any other connection.
const psk = Buffer.alloc(16, 7)
const both = { ciphers: 'PSK', maxVersion: 'TLSv1.2' }

/** The options of a server. */
export const https = { ...both, pskCallback: () => psk }

/** The options of its clients. */
export const asClient = {
  ...both,
  pskCallback: () => ({ psk, identity: 'bench' }),
  checkServerIdentity: () => undefined
}
