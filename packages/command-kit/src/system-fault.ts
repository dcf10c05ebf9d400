const descriptions: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file may not become that large here',
  ELOOP: 'it is a circle of links',
  EEXIST: 'another one is there by now',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'it is not there',
  ENOTDIR: 'it is below what is no folder'
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return Object.hasOwn(descriptions, code) ? `${descriptions[code]} (${code})` : error.message
}
