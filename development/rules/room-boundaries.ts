import { dependencyRules, guardedPackages, roomsOnDemand, subRooms, testRooms } from './dependency-rules.mjs'
import { type Import, pathOf } from './read-imports'

type Permit = { rooms: readonly string[]; packages: readonly string[]; types?: readonly string[] }

const rules: Record<string, Permit> = dependencyRules
const partsOf: Record<string, Record<string, readonly string[]>> = subRooms
const roomsAtTheTop = ['app', 'build', 'development', 'e2e', 'testing']
const loadedByNext = ['instrumentation.ts', 'next.config.ts', 'proxy.ts']

/** One sentence for each import of a file that dependency-rules.mjs does not permit. */
export function findTrespasses(file: string, imports: readonly Import[]): string[] {
  const room = roomOf(file)
  const rule = room === null ? undefined : rules[room]
  if (room === null || rule === undefined) return []
  const permit = permitOf(rule, file)
  return imports.flatMap((each) => problemWith(each, { file, room, permit }) ?? [])
}

/** `lib/<room>/…` is that room, as are some folders at the top and the files there that Next.js loads; the rest is free. */
function roomOf(file: string): string | null {
  const [top = '', second] = file.split('/')
  if (top === 'lib') return second ?? null
  if (top === 'app' && file.includes('/_server/')) return 'app-server'
  if (loadedByNext.includes(file)) return 'root'
  return roomsAtTheTop.includes(top) ? top : null
}

/** Tests, and the folders that support them, may use any package and the rooms that tests need. */
function permitOf(rule: Permit, file: string): Permit {
  if (!isOfTests(file)) return rule
  return { ...rule, rooms: [...rule.rooms, ...testRooms, 'infra', 'client'], packages: Object.keys(guardedPackages) }
}

const isOfTests = (file: string) => /\.test\.tsx?$|\/(testing|invariants)\//.test(file)

function problemWith(
  { from, isType, isLater }: Import,
  { file, room, permit }: { file: string; room: string; permit: Permit },
): string | null {
  const target = pathOf(from, file)
  if (target === null) return packageProblem(from, room, permit)
  const other = roomOf(target)
  if (other === room) return subRoomProblem(target, file, room)
  if (other === null) return null
  const isServing = !isOfTests(file) && !['development', 'testing'].includes(room)
  if (!isType && !isLater && isServing && roomsOnDemand.includes(other)) {
    return `lib/${other} is loaded by import() only, where it is asked for; see dependency-rules.mjs.`
  }
  const path = `${target.replace(/^lib\//, '')}/`
  const rooms = isType ? [...permit.rooms, ...(permit.types ?? [])] : permit.rooms
  if (rooms.some((entry) => entry === other || path.startsWith(`${entry}/`))) return null
  return `${room} may not import ${target.startsWith('lib/') ? `lib/${other}` : other}; see dependency-rules.mjs.`
}

/** Within a room that has sub-rooms, `subRooms` says which of them may import which; tests may import them all. */
function subRoomProblem(target: string, file: string, room: string): string | null {
  const [own = '', other = ''] = [file, target].map((path) => path.split('/')[2])
  const permitted = partsOf[room]?.[own]
  if (!permitted || other === own || permitted.includes(other) || isOfTests(file)) return null
  return `${room}/${own} may not import ${room}/${other}; see dependency-rules.mjs.`
}

function packageProblem(name: string, room: string, permit: Permit): string | null {
  const matches = (pattern: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  const refused = Object.entries(guardedPackages).find(
    ([group, patterns]) => !permit.packages.includes(group) && patterns.some(matches),
  )
  return refused ? `${room} may not use the ${refused[0]} packages; see dependency-rules.mjs.` : null
}
