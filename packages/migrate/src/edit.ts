export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = ''
  let at = 0
  for (const { start, end, text: put } of [...edits].sort((a, b) => a.start - b.start)) {
    edited += text.slice(at, start) + put
    at = end
  }
  return edited + text.slice(at)
}
