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
  const servers = settings[key]
  const all = { ...(typeof servers === 'object' ? servers : {}), turnpike: entry }
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
  throw new CliError(`${file} is not plain JSON, so it is left as it is. Add what --print shows by hand.`, 1)
}

const TABLE = 'mcp_servers.turnpike'

/** A table at the end leaves all before it as it is, comments too. A string of JSON is one of TOML. */
function withTable(file: string, text: string, { command, args, env = {} }: ServerEntry): string {
  if (new RegExp(`^\\s*\\[\\s*${TABLE.replace('.', '\\s*\\.\\s*')}\\s*[\\].]`, 'm').test(text)) {
    throw new CliError(`${file} has [${TABLE}] already, so it is left as it is. Remove that, and its [${TABLE}.…].`, 1)
  }
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const lines = [
    `[${TABLE}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
    ...(variables.length > 0 ? [`env = { ${variables.join(', ')} }`] : []),
  ]
  return `${text === '' ? '' : `${text.trimEnd()}\n\n`}${lines.join('\n')}\n`
}
