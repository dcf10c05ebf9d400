/** Returns a file name without folders, control and format characters, cut to 200 characters. Returns `file` if nothing remains. */
export function safeName(given = ''): string {
  const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1)
  const shown = [...last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')].slice(0, 200).join('').trim()
  return /^\.*$/.test(shown) ? 'file' : shown
}
