import { existsSync, realpathSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { usageError } from './cli-error'
import { type ServerEntry, type SettingsForm, withServer } from './client-settings'
import { keysIn } from './find-wallet'
import { homeOf, readIfThere, writeThrough } from './home'
import { readWalletFile } from './wallet-file'

type Client = {
  name: string
  file: (env: NodeJS.ProcessEnv) => string
  form: SettingsForm
  /** How settings in a project's folder, which people commit, name a variable of the environment. */
  referTo?: (name: string) => string
}

const home = (...parts: string[]) => join(homedir(), ...parts)

/** Where each client keeps its settings. Source: the clients' own documentation. */
const clients: Record<string, Client> = {
  'claude-desktop': { name: 'Claude Desktop', form: 'mcpServers', file: desktopSettings },
  'claude-code': {
    name: 'Claude Code, in this folder',
    form: 'mcpServers',
    file: () => '.mcp.json',
    referTo: (name) => `\${${name}:-}`,
  },
  codex: { name: 'Codex', form: 'toml', file: (env) => join(env.CODEX_HOME ?? home('.codex'), 'config.toml') },
  cursor: { name: 'Cursor', form: 'mcpServers', file: () => home('.cursor', 'mcp.json') },
  gemini: { name: 'Gemini CLI', form: 'mcpServers', file: () => home('.gemini', 'settings.json') },
  vscode: {
    name: 'VS Code, in this folder',
    form: 'servers',
    file: () => join('.vscode', 'mcp.json'),
    referTo: (name) => `\${env:${name}}`,
  },
  windsurf: { name: 'Windsurf', form: 'mcpServers', file: () => home('.codeium', 'windsurf', 'mcp_config.json') },
}

export const INSTALL_HELP = `Writes the MCP server into the settings of a client; what else stands there stays.

  turnpike mcp install CLIENT [--file FILE] [--print]

  CLIENT     ${Object.entries(clients)
    .map(([id, { name }]) => `${id} (${name})`)
    .join('\n             ')}
  --file     settings elsewhere
  --print    only shows what to add
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
  if (!client || more.length > 0) {
    const problem = id === '' ? 'Expected a client.' : `There is no client "${positionals.join(' ')}" here.`
    throw usageError(`${problem}\n\n${INSTALL_HELP}`)
  }
  const file = values.file ?? client.file(env)
  const entry = serverEntry(env, client)
  if (values.print) {
    console.log(withServer(client.form, { file, text: '', entry }).trimEnd())
    return 0
  }
  const text = withServer(client.form, { file, text: (await readIfThere(file)) ?? '', entry })
  if (existsSync(file)) await copyFile(file, `${file}.before-turnpike`)
  await writeThrough(file, text)
  console.log(`${file} is written. Restart ${client.name}.`)
  console.log(await whatIsLacking(env))
  return 0
}

/** Says what a client that starts the server still lacks; else how much it may spend. */
async function whatIsLacking(env: NodeJS.ProcessEnv): Promise<string> {
  const wallet = await readWalletFile(homeOf(env).wallet)
  if (wallet === null) {
    return Object.keys(keysIn(env)).length > 0
      ? 'It gets no keys of this environment: "turnpike wallet import --no-password" keeps them for it.'
      : 'There is no wallet yet: "turnpike wallet new --no-password" makes one that opens without a password.'
  }
  if (wallet.isLocked && !env.TURNPIKE_PASSWORD_FILE?.trim())
    return 'The wallet has a password: set TURNPIKE_PASSWORD_FILE to a file with it, and run this again.'
  return 'It can buy then; "turnpike limits" says what it may spend.'
}

function desktopSettings(env: NodeJS.ProcessEnv): string {
  const name = ['Claude', 'claude_desktop_config.json']
  if (process.platform === 'darwin') return home('Library', 'Application Support', ...name)
  if (process.platform === 'win32') return join(env.APPDATA ?? home('AppData', 'Roaming'), ...name)
  return join(env.XDG_CONFIG_HOME ?? home('.config'), ...name)
}

/** Variables that the server needs of the environment that it is installed from; never a key or a password of a wallet. */
const handedOn = ['TURNPIKE_HOME', 'TURNPIKE_BAZAAR', 'TURNPIKE_PASSWORD_FILE']

/** The address of a node often holds a key: a file that is shared only refers to it. */
const NODE_VARIABLE = /^(EVM|SVM|AVM)_(RPC|ALGOD)_URL/

function serverEntry(env: NodeJS.ProcessEnv, { referTo }: Client): ServerEntry {
  const kept = Object.entries(env).flatMap(([name, value = '']) => {
    if (NODE_VARIABLE.test(name)) return [[name, referTo?.(name) ?? value] as const]
    return handedOn.includes(name) ? [[name, value] as const] : []
  })
  return { ...ownCommand(process.argv[1] ?? ''), ...(kept.length > 0 && { env: Object.fromEntries(kept) }) }
}

/** How this very program is started again. What npx fetched lies in a cache that may be emptied. */
function ownCommand(program: string) {
  const isPassing = /[\\/]_npx[\\/]/.test(program)
  return isPassing
    ? { command: 'npx', args: ['-y', 'turnpike-cli', 'mcp'] }
    : { command: process.execPath, args: [realpathSync(program), 'mcp'] }
}
