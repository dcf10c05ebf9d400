/**
 * Encodes longer response texts once. `measure` encodes a text into a shared buffer, and the response is sent from there. Node would count the bytes,
 * join head and text, and then encode both. Each text is measured just before its response is sent, so no later text can overwrite it.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../http-watchers.ts'

/** In characters: shorter texts are cheaper to write as strings. */
const shortest = 512
/** In bytes: the space for a head. A response keeps the whole buffer until the client has read it. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes. `Buffer.write` leaves out a character that does not fit, so a nearly full buffer may be incomplete. */
const longestCharacter = 4

let buffer: Buffer | null = null
/** The text in `buffer`, after the space for a head. */
let encoded = ''
let size = 0

/** In bytes of UTF-8. */
export function measure(text: string): number {
  if (text.length < shortest || text.length > textRoom) return Buffer.byteLength(text)
  buffer ??= Buffer.allocUnsafeSlow(headRoom + textRoom)
  size = buffer.write(text, headRoom)
  encoded = ''
  if (size > textRoom - longestCharacter) return Buffer.byteLength(text)
  encoded = text
  return size
}

/** `null` if `text` is not the measured one, or the head does not fit. */
export function takeEncoded(head: string, text: string): Buffer | null {
  if (encoded === '' || encoded !== text || buffer === null) return null
  encoded = ''
  const start = headRoom - Buffer.byteLength(head)
  if (start < 0) return null
  buffer.write(head, start)
  return buffer.subarray(start, headRoom + size)
}

/** A socket has not sent the buffer yet, so the next text gets a new one. */
export function abandonBuffer(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** TLS or a replaced `write` may keep the bytes, and the buffer could not be reused. */
export function writesDirectly(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
