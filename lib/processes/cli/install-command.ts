import { existsSync, realpathSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, usageError } from './cli-error'
import { readIfThere, writeOwn } from './home'
import { packageName } from './package-version'

type Client = {
  name: string
  file: (env: NodeJS.ProcessEnv) => string
  /** The key in its settings that servers stand under. */
  key: 'mcpServers' | 'servers'
}

const home = (...parts: string[]) => join(homedir(), ...parts)

/** Where each client keeps its settings. Source: the clients' own documentation. */
const clients: Record<string, Client> = {
  'claude-desktop': { name: 'Claude Desktop', key: 'mcpServers', file: desktopSettings },
  'claude-code': { name: 'Claude Code, in this folder', key: 'mcpServers', file: () => '.mcp.json' },
  cursor: { name: 'Cursor', key: 'mcpServers', file: () => home('.cursor', 'mcp.json') },
  gemini: { name: 'Gemini CLI', key: 'mcpServers', file: () => home('.gemini', 'settings.json') },
  vscode: { name: 'VS Code, in this folder', key: 'servers', file: () => join('.vscode', 'mcp.json') },
  windsurf: { name: 'Windsurf', key: 'mcpServers', file: () => home('.codeium', 'windsurf', 'mcp_config.json') },
}

const HELP = `Writes the MCP server into the settings of a client; what else stands there stays.

  turnpike mcp install CLIENT [--file FILE] [--print]

  CLIENT     ${Object.entries(clients)
    .map(([id, { name }]) => `${id} (${name})`)
    .join('\n             ')}
  --file     settings elsewhere
  --print    only shows what would be written
`

/** `turnpike mcp install`: no key is written there, the wallet stays in its own file. */
export async function installCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { file: { type: 'string' }, print: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [id = '', ...more] = positionals
  const client = Object.hasOwn(clients, id) ? clients[id] : undefined
  if (!client || more.length > 0) throw usageError(HELP)
  const file = values.file ?? client.file(env)
  const text = `${JSON.stringify(withServer(await readSettings(file), client.key, serverEntry(env)), null, 2)}\n`
  if (values.print) {
    console.log(text.trimEnd())
    return 0
  }
  if (existsSync(file)) await copyFile(file, `${file}.before-turnpike`)
  await writeOwn(file, text)
  console.log(`${client.name} can buy now: ${file} is written. Start it anew.`)
  console.log('"turnpike limits" says what it may spend.')
  return 0
}

function desktopSettings(env: NodeJS.ProcessEnv): string {
  const name = ['Claude', 'claude_desktop_config.json']
  if (process.platform === 'darwin') return home('Library', 'Application Support', ...name)
  if (process.platform === 'win32') return join(env.APPDATA ?? home('AppData', 'Roaming'), ...name)
  return join(env.XDG_CONFIG_HOME ?? home('.config'), ...name)
}

/** What the server needs of the environment that it is installed from; never a key or a password. */
const handedOn = ['TURNPIKE_HOME', 'TURNPIKE_BAZAAR', 'TURNPIKE_PASSWORD_FILE']

function serverEntry(env: NodeJS.ProcessEnv) {
  const kept = Object.entries(env).filter(
    ([name]) => handedOn.includes(name) || /^(EVM|SVM|AVM)_(RPC|ALGOD)_URL/.test(name),
  )
  return { ...ownCommand(process.argv[1] ?? ''), ...(kept.length > 0 && { env: Object.fromEntries(kept) }) }
}

/** How this very program is started again. What npx fetched lies in a cache that may be emptied. */
function ownCommand(program: string) {
  const isPassing = /[\\/]_npx[\\/]/.test(program)
  return isPassing
    ? { command: 'npx', args: ['-y', packageName, 'mcp'] }
    : { command: process.execPath, args: [realpathSync(program), 'mcp'] }
}

async function readSettings(file: string): Promise<Record<string, unknown>> {
  const text = await readIfThere(file)
  if (text === null || text.trim() === '') return {}
  try {
    const settings: unknown = JSON.parse(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return { ...settings }
  } catch {
    // Told below: settings with comments cannot be written back as they were.
  }
  throw new CliError(`${file} is not plain JSON, so it is left as it is. Add what --print shows by hand.`, 1)
}

function withServer(settings: Record<string, unknown>, key: Client['key'], entry: object): Record<string, unknown> {
  const servers = settings[key]
  return { ...settings, [key]: { ...(typeof servers === 'object' ? servers : {}), turnpike: entry } }
}
