import { isDeepStrictEqual } from 'node:util'
import { parse, type TomlTable } from 'smol-toml'
import { CliError } from './cli-error'

/** How a client's settings hold its MCP servers: JSON with the key that they stand under, or TOML with tables. */
export type SettingsForm = 'mcpServers' | 'servers' | 'toml'

/** How a client starts a server. */
export type ServerEntry = { command: string; args: string[]; env?: Record<string, string> }

/** The settings with the server `turnpike` in them; all else stays. Fails where they cannot be written back as they were. */
export function withServer(
  form: SettingsForm,
  { file, text, entry }: { file: string; text: string; entry: ServerEntry },
) {
  return form === 'toml' ? withTable(file, text, entry) : withKey(form, { file, text, entry })
}

function withKey(
  key: Exclude<SettingsForm, 'toml'>,
  { file, text, entry }: { file: string; text: string; entry: ServerEntry },
): string {
  const settings = readJson(file, text)
  const servers = settings[key] ?? {}
  if (typeof servers !== 'object' || Array.isArray(servers)) throw leftAsItIs(file, `has no object as ${key}`)
  const all = { ...servers, turnpike: entry }
  return `${JSON.stringify({ ...settings, [key]: all }, null, 2)}\n`
}

function readJson(file: string, text: string): Record<string, unknown> {
  if (text.trim() === '') return {}
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return { ...settings }
  } catch {
    // Told below: settings with comments cannot be written back as they were.
  }
  throw leftAsItIs(file, 'is not plain JSON')
}

const TABLE = 'mcp_servers.turnpike'

/**
 * A table at the end leaves all before it as it is, comments too. What comes out is read again: it must be what stood
 * there and the server, whatever spelling the file has.
 */
function withTable(file: string, text: string, { command, args, env = {} }: ServerEntry): string {
  const before = readToml(text)
  if (before === null) throw leftAsItIs(file, 'is no TOML that can be read')
  const servers = before.mcp_servers ?? {}
  if (Object.hasOwn(Object(servers), 'turnpike')) throw leftAsItIs(file, `has ${TABLE} already`)
  // A string of JSON is one of TOML.
  const variables = Object.entries(env).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
  const lines = [
    `[${TABLE}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
    ...(variables.length > 0 ? [`env = { ${variables.join(', ')} }`] : []),
  ]
  const written = `${text === '' ? '' : `${text.trimEnd()}\n\n`}${lines.join('\n')}\n`
  const entry = { command, args, ...(variables.length > 0 && { env }) }
  const wanted = { ...before, mcp_servers: { ...Object(servers), turnpike: entry } }
  // An inline table takes no further one.
  if (!isSame(readToml(written), wanted)) throw leftAsItIs(file, 'has its servers in a form that takes no table')
  return written
}

function readToml(text: string): TomlTable | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** The parser's tables have no prototype. */
const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(plain(one), plain(other))
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const leftAsItIs = (file: string, why: string) =>
  new CliError(`${file} ${why}, so it is left as it is. Add what --print shows by hand.`, 1)
