import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deferScripts } from './defer-scripts'

const manifest = {
  rootMainFiles: ['static/chunks/a.js', 'static/chunks/b.js'],
  rootMainFilesTree: {},
  pagesChunkGroupBootstrapParams: { '/articles/page': {}, '/dashboard/page': {} },
  chunkLoadingGlobal: 'TURBOPACK',
}
let distDir: string

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'turnpike-build-'))
  await mkdir(join(distDir, 'static/chunks'), { recursive: true })
  await writeManifest(manifest)
})
afterEach(() => rm(distDir, { recursive: true }))

it('names one script that fetches the others, when a control is used or after the first paint, and leaves the rest alone', async () => {
  await deferScripts({ distDir, pagesToRead: ['/articles/page'] })

  const { rootMainFilesTree, ...rest } = await readManifest()
  expect({ ...rest, rootMainFilesTree: {} }).toEqual(manifest)
  expect(Object.keys(rootMainFilesTree)).toEqual(['/articles/page', '/dashboard/page'])
  for (const [page, isOnIntent] of [
    ['/articles/page', true],
    ['/dashboard/page', false],
  ] as const) {
    const [file, ...others] = rootMainFilesTree[page] ?? []
    expect(file).toMatch(/^static\/chunks\/load-framework-[0-9a-f]{12}\.js$/)
    expect(others).toEqual([])
    const script = await readFile(join(distDir, file ?? ''), 'utf8')
    expect(script).toContain('["static/chunks/a.js","static/chunks/b.js"]')
    expect(script).toContain(`isOnIntent = ${isOnIntent}`)
    expect(() => new Function(script)).not.toThrow()
  }
})

it('reloads a page once where a script is lost and a press waits, and leaves presses to the browser after that', async () => {
  await deferScripts({ distDir, pagesToRead: ['/articles/page'] })
  const [file = ''] = (await readManifest()).rootMainFilesTree['/articles/page'] ?? []
  const script = await readFile(join(distDir, file), 'utf8')
  const kept = new Map<string, string>()
  const first = openPage(script, kept)
  first.press()
  expect(first.button).toMatchObject({ isPrevented: true, 'aria-busy': 'true' })
  first.loseScript()
  first.loseScript()
  expect(first.reloads()).toBe(1)
  const second = openPage(script, kept)
  second.press()
  second.loseScript()
  expect([second.reloads(), second.button['aria-busy']]).toEqual([0, undefined])
  second.press()
  expect(second.button.isPrevented).toBe(false)
  // Lost before anything was pressed: nothing that the reader has typed is thrown away until then.
  const third = openPage(script, new Map())
  third.turnTo()
  third.loseScript()
  expect(third.reloads()).toBe(0)
  third.press()
  expect(third.reloads()).toBe(1)
})

it('fails on a page that the build does not have', async () => {
  await expect(deferScripts({ distDir, pagesToRead: ['/artikles/page'] })).rejects.toThrow('/artikles/page')
})

it('fails on a manifest of another shape', async () => {
  await writeManifest({ rootMainFiles: [] })
  await expect(deferScripts({ distDir, pagesToRead: [] })).rejects.toThrow()
})

/** Runs the script on a page with one button, as far as it sees one. */
function openPage(script: string, kept: Map<string, string>) {
  class Button {
    localName = 'button'
    isPrevented = false
    'aria-busy': string | undefined = undefined
    closest = () => this
    setAttribute = (_name: 'aria-busy', value: string) => void (this['aria-busy'] = value)
    removeAttribute = (_name: 'aria-busy') => void (this['aria-busy'] = undefined)
  }
  const [button, heard, scripts] = [
    new Button(),
    new Map<string, (event: object) => void>(),
    [] as { onerror?: () => void }[],
  ]
  const repeated: string[] = []
  const body = { dispatchEvent: ({ key }: { key: string }) => repeated.push(key) }
  let reloads = 0
  const globals = {
    document: {
      activeElement: body as object,
      querySelector: () => ({}),
      documentElement: { id: '', dataset: {} },
      currentScript: { nonce: '', getAttribute: () => '/_next/static/chunks/load.js' },
      createElement: () => ({}),
      head: { append: (made: object) => void scripts.push(made) },
    },
    addEventListener: (type: string, listener: (event: object) => void) => void heard.set(type, listener),
    removeEventListener: (type: string) => void heard.delete(type),
    requestAnimationFrame: () => {},
    localStorage: {},
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => kept.delete(key),
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
    location: { href: 'https://a.example/', reload: () => void reloads++ },
    Element: Button,
    KeyboardEvent: function press(_type: string, { key }: { key: string }) {
      return { key }
    },
  }
  new Function(...Object.keys(globals), script)(...Object.values(globals))
  const send = (type: string) => {
    button.isPrevented = false
    const preventDefault = () => void (button.isPrevented = true)
    heard.get(type)?.({ type, target: button, preventDefault, stopPropagation: () => {} })
  }
  return {
    ...{ button, press: () => send('click'), turnTo: () => send('focusin') },
    ...{ repeated, document: globals.document, start: () => heard.get('turnpike:ready')?.({}) },
    pressKey: (key: string) => heard.get('keydown')?.({ type: 'keydown', key, target: body }),
    loseScript: () => scripts[0]?.onerror?.(),
    reloads: () => reloads,
  }
}

const writeManifest = (value: unknown) => writeFile(join(distDir, 'build-manifest.json'), JSON.stringify(value))

async function readManifest(): Promise<typeof manifest & { rootMainFilesTree: Record<string, string[]> }> {
  return JSON.parse(await readFile(join(distDir, 'build-manifest.json'), 'utf8'))
}
