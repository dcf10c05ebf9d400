// TLS by a shared key, which needs no certificate.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TlsOptions } from 'node:tls'

const psk = Buffer.alloc(16, 7)
const shared = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const

/** The option `https` of a server. */
export const https = { ...shared, pskCallback: () => psk } satisfies TlsOptions

/** The options of a client of such a server. */
export const asClient = {
  ...shared,
  pskCallback: () => ({ psk, identity: 'client' }),
  checkServerIdentity: () => undefined
} satisfies ConnectionOptions

/** Opens a connection over TCP, or over TLS where the options of the app have `https`. */
export async function connectTo(app: object, address: Pick<AddressInfo, 'port'> & { host?: string }): Promise<Socket> {
  const to = { host: '127.0.0.1', ...address }
  const isTls = 'https' in app
  const socket = isTls ? connectTls({ ...asClient, ...to }) : connect(to)
  socket.on('error', () => {})
  await once(socket, isTls ? 'secureConnect' : 'connect')
  return socket
}
