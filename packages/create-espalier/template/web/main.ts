// with client
/** The page: it calls the operations of the contracts, and the compiler holds it to them. */
import { AnswerError, createClient } from 'espalier/client'
// with login
import { doors } from '../src/accounts/contract.ts'
// end
import { notes } from '../src/notes/contract.ts'

// with login
const api = createClient({ notes, doors }, { baseUrl: location.origin })
// end
// without login
const api = createClient({ notes }, { baseUrl: location.origin })
// end

const find = (id: string) => document.getElementById(id) as HTMLElement

/** Runs what a person asked for, and shows why it did not work. */
async function attempt(work: () => Promise<void>) {
  find('problem').textContent = ''
  try {
    await work()
  } catch (error) {
    const body: unknown = error instanceof AnswerError ? error.body : undefined
    const text = typeof body === 'object' && body !== null && 'message' in body ? body.message : error
    find('problem').textContent = String(text)
  }
}

async function show() {
  const list = await api.notes.list().expect(200)
  find('notes').replaceChildren(
    ...list.map(({ id, text, writtenAt }) => {
      const item = document.createElement('li')
      const remove = document.createElement('button')
      remove.textContent = 'Remove'
      remove.onclick = () =>
        attempt(async () => {
          await api.notes.remove({ params: { id } }).expect(204)
          await show()
        })
      item.append(`${text} (${writtenAt.toLocaleString()}) `, remove)
      return item
    })
  )
}

// with events
let watching = new AbortController()

/** Shows what other pages write, and goes on where it was when the connection breaks. */
async function watch() {
  watching.abort()
  watching = new AbortController()
  const { signal } = watching
  for await (const _ of await api.notes.watch({ signal }).expect(200)) await show()
}

// end
function onSubmit(id: string, work: (form: FormData, button: string) => Promise<void>) {
  const form = find(id) as HTMLFormElement
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter.value : ''
    void attempt(() => work(new FormData(form), button))
  })
}

// with login
onSubmit('login', async (form, button) => {
  const body = { name: String(form.get('name')), password: String(form.get('password')) }
  if (button === 'signUp') await api.doors.signUp({ body }).expect(201)
  await api.doors.logIn({ body }).expect(201)
  await show()
  // with events
  void watch().catch(() => undefined)
  // end
})

// end
onSubmit('writing', async (form) => {
  await api.notes.write({ body: { text: String(form.get('text')) } }).expect(201)
  await show()
})

await attempt(show)
// with events
void watch().catch(() => undefined)
// end
// end
