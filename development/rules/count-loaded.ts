import { readFileSync } from 'node:fs'
import { loadedBy, surfaces } from './loaded-files'

const roomOf = (file: string) => file.split('/', file.startsWith('lib/') ? 2 : 1).join('/')

/** Prints how many of our files each surface loads, and of which rooms: `npx tsx development/rules/count-loaded.ts`. */
for (const [surface, entries] of Object.entries(surfaces)) {
  const files = [...loadedBy(entries)]
  const lines = files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
  const rooms = new Map<string, number>()
  for (const room of files.map(roomOf)) rooms.set(room, (rooms.get(room) ?? 0) + 1)
  const named = [...rooms].toSorted(([, a], [, b]) => b - a).map(([room, count]) => `${room} ${count}`)
  console.log(`${surface}: ${files.length} files, ${lines} lines (${named.join(', ')})`)
}
console.log('Without packages, types, data, and what import() loads when it is asked for.')
