/**
 * Encodes a response text to UTF-8 once: `measure` needs its length for Content-Length, and `takeEncoded` then sends the same bytes. Node would first
 * count the bytes and later encode the text again. One buffer is enough, because each response is sent right after `measure`.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../http-watchers.ts'

/** In characters. Shorter texts are cheaper to write as strings. */
const shortest = 512
/** In bytes: the space in front of the text for the head of the response. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes: the longest UTF-8 character. `Buffer.write` omits a last character that does not fit, so a nearly full buffer may be truncated. */
const longestCharacter = 4

let buffer: Buffer | null = null
let encoded = ''
let size = 0

/** Returns the length in bytes of UTF-8. */
export function measure(text: string): number {
  if (text.length < shortest || text.length > textRoom) return Buffer.byteLength(text)
  buffer ??= Buffer.allocUnsafeSlow(headRoom + textRoom)
  size = buffer.write(text, headRoom)
  encoded = ''
  if (size > textRoom - longestCharacter) return Buffer.byteLength(text)
  encoded = text
  return size
}

/** Returns head and text as one buffer; `null` if `text` was not the last argument of `measure`, or the head is too long. */
export function takeEncoded(head: string, text: string): Buffer | null {
  if (encoded === '' || encoded !== text || buffer === null) return null
  encoded = ''
  const start = headRoom - Buffer.byteLength(head)
  if (start < 0) return null
  buffer.write(head, start)
  return buffer.subarray(start, headRoom + size)
}

/** Called if a socket has not sent the bytes yet. The next text then gets a new buffer, and does not overwrite them. */
export function abandonBuffer(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether `socket.write` sends the bytes at once. TLS or a replaced `write` may keep the buffer, which must then not be reused. */
export function writesDirectly(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
