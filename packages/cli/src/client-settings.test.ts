import { mkdtemp, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { withServer } from './client-settings'
import { writeThrough } from './home'

const entry = { command: '/usr/bin/node', args: ['turnpike.mjs', 'mcp'], env: { TURNPIKE_HOME: 'C:\\"x"' } }
const toml = (text: string) => withServer('toml', { file: 'config.toml', text, entry })

describe('the settings of Codex, in TOML', () => {
  it.each([
    ['nothing', ''],
    ['other tables', '# mine\nmodel = "gpt-5" # this one\n\n[mcp_servers.other]\ncommand = "x"'],
    ['an array of tables', '[[profiles]]\nname = "a"\n'],
    ['a table in a string', 'note = """\n[mcp_servers.turnpike]\n"""\n'],
    ['a parent table', '[mcp_servers]\nother = { command = "x" }\n'],
    ['a dotted key', 'mcp_servers.other.command = "x"\n'],
  ])('get the server after %s, and keep every byte before it', (_what, text) => {
    const written = toml(text)
    expect(written.startsWith(text.trimEnd())).toBe(true)
    expect(parse(written)).toMatchObject({ mcp_servers: { turnpike: entry } })
  })

  it.each([
    ['under a dotted key', 'mcp_servers.turnpike.command = "old"\n'],
    ['in an inline table', 'model = "gpt-5"\n[mcp_servers]\nturnpike = { command = "old" }\n'],
    ['under a quoted name', '[mcp_servers."turnpike"]\ncommand = "old"\n'],
    ['in a table with blanks', '[ mcp_servers . turnpike ]\ncommand = "old"\n'],
    ['only by its variables', '[mcp_servers.turnpike.env]\nA = "b"\n'],
  ])('stay as they are where they have it already, %s', (_how, text) => {
    expect(() => toml(text)).toThrow('has mcp_servers.turnpike already, so it is left as it is')
  })

  it.each([
    ['servers in one inline table', 'mcp_servers = { other = { command = "x" } }\n'],
    ['servers that are no table', 'mcp_servers = 3\n'],
    ['a fault', 'model = \n'],
    ['a string that never ends', 'note = """\n'],
  ])('stay as they are with %s', (_what, text) => {
    expect(() => toml(text)).toThrow(/left as it is/)
  })
})

describe('settings in JSON', () => {
  const json = (text: string) => withServer('servers', { file: 'mcp.json', text, entry })

  it('keep what else they hold', () => {
    expect(JSON.parse(json('{"servers":{"other":{"command":"x"}},"inputs":[]}'))).toEqual({
      servers: { other: { command: 'x' }, turnpike: entry },
      inputs: [],
    })
  })

  it.each(['// mine\n{}', '[]', '{"servers":[]}', '{"servers":3}'])('stay as they are: %s', (text) => {
    expect(() => json(text)).toThrow(/left as it is/)
  })
})

describe('a file of another program', () => {
  it('is written through a link, with the mode that it has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnpike-settings-'))
    const [target, link] = [join(folder, 'dotfiles.json'), join(folder, 'mcp.json')]
    await writeFile(target, '{}', { mode: 0o644 })
    await symlink('dotfiles.json', link)
    await writeThrough(link, '{"a":1}')
    expect([await readlink(link), await readFile(target, 'utf8'), (await stat(target)).mode & 0o777]).toEqual([
      'dotfiles.json',
      '{"a":1}',
      0o644,
    ])
    const later = join(folder, 'later.json')
    await symlink('not-yet.json', later)
    await writeThrough(later, '{}')
    expect(await readFile(join(folder, 'not-yet.json'), 'utf8')).toBe('{}')
  })

  it('is for its owner only where it is new', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnpike-settings-'))
    await writeThrough(join(folder, 'sub', 'new.json'), '{}')
    expect((await stat(join(folder, 'sub', 'new.json'))).mode & 0o777).toBe(0o600)
  })
})
