// A test reporter that ends the process at the first failure: for a mutant that one kills, the other tests tell nothing more.
export default async function* stopAtFailure(events) {
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) process.exit(1)
  }
  yield ''
}
