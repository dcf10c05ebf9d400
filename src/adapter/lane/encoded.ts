/**
 * Encodes longer response texts once. Measuring a text for `Content-Length` encodes it into a shared buffer, and the response is sent from there.
 * Node would count the bytes, join head and text, and then encode both.
 *
 * The buffer holds a text until the next text is measured. Each text is measured just before its response is sent, so no response loses its text. If
 * the operating system does not accept all bytes at once, the socket keeps the buffer, and the next text gets a new buffer.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../http-watchers.ts'

/** In characters: shorter texts are cheaper to write as strings. */
const shortest = 512
/** In bytes: the space for a head, in front of the text. A response keeps the whole buffer until the client has read it. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes: the longest character in UTF-8. `write` leaves out a character that does not fit, so a nearly full buffer may be incomplete. */
const longestCharacter = 4

let buffer: Buffer | null = null
/** The text whose bytes are in `buffer`, after the space for a head. */
let encoded = ''
let size = 0

/** Returns the length of a text in UTF-8, in bytes, and keeps the encoded text for `takeEncoded`. */
export function measure(text: string): number {
  if (text.length < shortest || text.length > textRoom) return Buffer.byteLength(text)
  buffer ??= Buffer.allocUnsafeSlow(headRoom + textRoom)
  size = buffer.write(text, headRoom)
  encoded = ''
  if (size > textRoom - longestCharacter) return Buffer.byteLength(text)
  encoded = text
  return size
}

/** Returns the head and the text that was measured last, as bytes. Returns `null` if `text` is not the measured text, or the head does not fit. */
export function takeEncoded(head: string, text: string): Buffer | null {
  if (encoded === '' || encoded !== text || buffer === null) return null
  encoded = ''
  const start = headRoom - Buffer.byteLength(head)
  if (start < 0) return null
  buffer.write(head, start)
  return buffer.subarray(start, headRoom + size)
}

/** Gives up the buffer, because a socket has not sent all of it yet. The next text gets a new buffer. */
export function abandonBuffer(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether written bytes go straight to the operating system. TLS or a replaced `write` may keep the bytes, and the buffer could not be reused. */
export function writesDirectly(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
