/** What went wrong with a file, in words: whoever migrates reads a sentence, and the file is as it was. */

const told: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file may not become that large here',
  ELOOP: 'it is a circle of links',
  ENOENT: 'it is not there'
}

/** Returns why the system refused, or the message of any other error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return Object.hasOwn(told, code) ? `${told[code]} (${code})` : error.message
}
