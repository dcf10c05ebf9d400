/** Converts a value for URLs and headers. A date becomes its ISO 8601 text. */
export function toText(value: unknown): string {
  return (value as Partial<Date> | null)?.toJSON?.() ?? (value as string)
}
