/** For URLs and headers. A date gets its JSON form. */
export function toText(value: unknown): string {
  return (value as Partial<Date> | null)?.toJSON?.() ?? (value as string)
}
