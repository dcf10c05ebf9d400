/**
 * Longer texts of answers, encoded once. A text is measured by encoding it into a shared buffer, and is sent from there after its head. Node would
 * count the bytes first, then join the strings and encode them.
 *
 * The bytes stay there until the next text is measured. That is safe, because a text is measured when its response is sent. If the operating system has
 * not accepted all bytes at once, the socket keeps the buffer, and the next text gets a new one.
 */
import { Socket } from 'node:net'
import { isNodesOwn } from '../observed.ts'

/** In characters: shorter texts are cheaper to write as strings. */
const shortest = 512
/** In bytes: the room for the longest head, before the text. A response that waits for a slow client holds both. */
const headRoom = 2048
const textRoom = 30_720
/** In bytes: the longest character. `write` leaves out a whole character that does not fit. */
const longestCharacter = 4

let buffer: Buffer | null = null
/** The text in the buffer, after the room for a head. */
let encoded = ''
let size = 0

/** Returns the length of a text in UTF-8, in bytes, and keeps the encoded text. */
export function measure(text: string): number {
  if (text.length < shortest || text.length > textRoom) return Buffer.byteLength(text)
  buffer ??= Buffer.allocUnsafeSlow(headRoom + textRoom)
  size = buffer.write(text, headRoom)
  encoded = ''
  if (size > textRoom - longestCharacter) return Buffer.byteLength(text)
  encoded = text
  return size
}

/** Returns the head and the text that was measured last, as bytes. Returns `null` if that was another text or there is no room. */
export function takeEncoded(head: string, text: string): Buffer | null {
  if (encoded === '' || encoded !== text || buffer === null) return null
  encoded = ''
  const start = headRoom - Buffer.byteLength(head)
  if (start < 0) return null
  buffer.write(head, start)
  return buffer.subarray(start, headRoom + size)
}

/** Gives up the buffer, because a socket has not sent its bytes yet. The next text gets a new one. */
export function leaveEncoded(): void {
  buffer = null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether only Node reads the written bytes, and the operating system accepts them at once. The buffer can then be reused. */
export function isUnseen(socket: Socket): boolean {
  return isWriteNodesOwn && socket.write === write && !('encrypted' in socket)
}
