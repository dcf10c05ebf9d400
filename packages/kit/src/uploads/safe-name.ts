/** Returns the last part of a client's name for a file, at most 200 characters, without those that control how a text is shown; `file` if nothing is left. */
export function safeName(given = ''): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const shown = [...last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')].slice(0, 200).join('').trim()
  return /^\.*$/.test(shown) ? 'file' : shown
}
