/** How a value stands in an address or a header, which make texts of it: a date as JSON has it. */
export function toText(value: unknown): string {
  return (value as Partial<Date> | null)?.toJSON?.() ?? (value as string)
}
