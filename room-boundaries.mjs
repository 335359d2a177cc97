import path from 'node:path'
import { dependencyRules, guardedPackages, roomsOnDemand, subRooms, testRooms } from './dependency-rules.mjs'

/** ESLint rule that holds every import against the table in dependency-rules.mjs, by the file that it names. */
export const roomBoundaries = {
  meta: { type: 'problem', schema: [], docs: { description: 'rooms import only what dependency-rules.mjs lets them' } },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/')
    const room = roomOf(file)
    if (room === null || !(room in dependencyRules)) return {}
    const permit = permitOf(room, file)
    const check = (node) => {
      const specifier = node.source?.value
      const isLoaded = node.type !== 'ImportExpression' && ![node.importKind, node.exportKind].includes('type')
      const problem = typeof specifier === 'string' ? problemWith(specifier, { file, room, permit, isLoaded }) : null
      if (problem) context.report({ node, message: problem })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const roomsAtTheTop = ['app', 'build', 'development', 'e2e', 'testing']
const loadedByNext = ['instrumentation.ts', 'instrumentation-node.ts', 'next.config.ts', 'proxy.ts']

/** `lib/<room>/…` is that room, as are some folders at the top and the files there that Next.js loads; the rest is free. */
function roomOf(file) {
  const [top, second] = file.split('/')
  if (top === 'lib') return second ?? null
  if (top === 'app' && file.includes('/_server/')) return 'app-server'
  if (loadedByNext.includes(file)) return 'root'
  return roomsAtTheTop.includes(top) ? top : null
}

/** Tests, and the folders that support them, may use any package and the rooms that tests need. */
function permitOf(room, file) {
  const rule = dependencyRules[room]
  if (!isOfTests(file)) return rule
  return { rooms: [...rule.rooms, ...testRooms, 'infra', 'client'], packages: Object.keys(guardedPackages) }
}

const isOfTests = (file) => /\.test\.tsx?$|\/(testing|invariants)\//.test(file)

function problemWith(specifier, { file, room, permit, isLoaded }) {
  const target = pathOf(specifier, file)
  if (target === null) return packageProblem(specifier, room, permit)
  const other = roomOf(target)
  if (other === room) return subRoomProblem(target, file, room)
  if (other === null) return null
  const isServing = !isOfTests(file) && !['development', 'testing'].includes(room)
  if (isLoaded && isServing && roomsOnDemand.includes(other)) {
    return `lib/${other} is loaded by import() alone, where it is asked for; see dependency-rules.mjs.`
  }
  const path = `${target.replace(/^lib\//, '')}/`
  const isPermitted = permit.rooms.some((entry) => entry === other || path.startsWith(`${entry}/`))
  if (isPermitted) return null
  return `${room} may not import ${target.startsWith('lib/') ? `lib/${other}` : other}; see dependency-rules.mjs.`
}

/** Within a room that has sub-rooms, `subRooms` says which of them may import which; tests may import them all. */
function subRoomProblem(target, file, room) {
  const [own, other] = [file, target].map((path) => path.split('/')[2])
  const permitted = subRooms[room]?.[own]
  if (!permitted || other === own || permitted.includes(other) || isOfTests(file)) return null
  return `${room}/${own} may not import ${room}/${other}; see dependency-rules.mjs.`
}

/** The project path that an import names; null for a package. */
function pathOf(specifier, file) {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : null
}

function packageProblem(specifier, room, permit) {
  const matches = (pattern) =>
    pattern.endsWith('*') ? specifier.startsWith(pattern.slice(0, -1)) : specifier === pattern
  const refused = Object.entries(guardedPackages).find(
    ([group, patterns]) => !permit.packages.includes(group) && patterns.some(matches),
  )
  return refused ? `${room} may not use the ${refused[0]} packages; see dependency-rules.mjs.` : null
}
