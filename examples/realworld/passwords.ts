/** Passwords, kept as what scrypt makes of them and of a salt (RFC 7914). */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const length = 32

/** Matches no password, in the time that any other takes: for those who have none. */
export const noPassword = `${randomBytes(16).toString('hex')}:${randomBytes(length).toString('hex')}`

export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const key = await derive(password, salt, length)
  return `${salt.toString('hex')}:${key.toString('hex')}`
}

export async function isPassword(password: string, hash: string) {
  const [salt = '', key = ''] = hash.split(':').map((part) => Buffer.from(part, 'hex'))
  return timingSafeEqual(await derive(password, Buffer.from(salt), length), Buffer.from(key))
}
