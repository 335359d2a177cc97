/** Someone in the demo's directory. All of them are invented. */
export type Person = { id: string; name: string; role: string; joined: string }

const people: Person[] = [
  { id: '1', name: 'Ada Toller', role: 'Gatekeeper', joined: '2024-02-11' },
  { id: '2', name: 'Bruno Pike', role: 'Road surveyor', joined: '2024-05-30' },
  { id: '3', name: 'Chiara Voss', role: 'Bookkeeper', joined: '2025-01-07' },
  { id: '4', name: 'Dele Marsh', role: 'Bridge engineer', joined: '2025-08-19' },
]

export function findPerson(id: string): Person | null {
  return people.find((person) => person.id === id) ?? null
}

export const peopleIds = people.map((person) => person.id)
