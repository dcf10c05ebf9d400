/** Converts a value for a URL or a header, which hold only text. A date gets its JSON form. */
export function toText(value: unknown): string {
  return (value as Partial<Date> | null)?.toJSON?.() ?? (value as string)
}
