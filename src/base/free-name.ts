/** Returns the wanted name, or the first with a number behind it, from 2 on, that nobody has. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let count = 2; isTaken(name); count++) name = `${wanted}${count}`
  return name
}
