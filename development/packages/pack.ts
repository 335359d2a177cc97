import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { z } from 'zod'
import { nodeBundle } from '@/development/programs/bundle-programs'

const projectSchema = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.record(z.string()),
  dependencies: z.record(z.string()),
})

type Project = z.infer<typeof projectSchema>

/** Not packed as they are: the packed files are made from them. */
const made = ['src', 'bin', 'package.json', 'node_modules']

/**
 * Packs an npm package of the project's version: `fill` writes into a folder that has the project's licence and the
 * content of `sources` without its code. Returns the file's path.
 */
async function packFolder(
  { sources, destination }: { sources: string; destination: string },
  fill: (folder: string, project: Project) => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-package-'))
  try {
    cpSync(sources, folder, { recursive: true, filter: (file) => !made.includes(basename(file)) })
    cpSync('LICENSE', join(folder, 'LICENSE'))
    const manifest = readManifest(sources)
    const project = projectSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
    await fill(folder, project)
    const { version, license, engines } = project
    const { name, ...own } = manifest
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify({ name, version, ...own, license, engines }, null, 2)}\n`,
    )
    mkdirSync(destination, { recursive: true })
    await promisify(execFile)('npm', ['pack', '--pack-destination', destination, folder])
    return join(destination, `${name}-${version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes a program into a package's folder as `bin/<name>.mjs`: its sources and their libraries in one bundle, with the
 * licences of all of them beside it.
 */
async function bundleProgram({ folder, name, source }: { folder: string; name: string; source: string }) {
  const { metafile } = await build({
    ...nodeBundle,
    outExtension: { '.js': '.mjs' },
    entryPoints: { [name]: source },
    outdir: join(folder, 'bin'),
    chunkNames: 'parts/[hash]',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    metafile: true,
  })
  const program = join(folder, `bin/${name}.mjs`)
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
}

const packProgram = (sources: string, name: string) => (destination: string) =>
  packFolder({ sources, destination }, (folder) =>
    bundleProgram({ folder, name, source: join(sources, 'src/main.ts') }),
  )

/** Each packs an npm package without dependencies, and returns the file's path. */
export const packCli = packProgram('packages/cli', 'turnpike')
export const packConformance = packProgram('packages/conformance', 'turnpike-conformance')

const GATE = 'packages/gate'
const ENTRY = `${GATE}/src/index.ts`

/**
 * Packs the gate as an npm package: the sources that run in the site, with types and migrations. Returns the file's path.
 * A user's project installs its dependencies beside it: clients of databases and chains, which it may have already, and
 * the SDK, whose schemes decide what a payment is. Everything else is small or only for us, and is in the bundle.
 */
export function packGate(destination: string): Promise<string> {
  return packFolder({ sources: GATE, destination }, async (folder, project) => {
    const { dependencies = {} } = readManifest(GATE)
    refuseUntested(dependencies, project.dependencies)
    const { metafile } = await build({
      ...nodeBundle,
      entryPoints: { index: ENTRY },
      // Same depth as the sources, which find the migrations relative to their own path.
      outdir: join(folder, 'dist/esm/src'),
      chunkNames: 'parts-[hash]',
      legalComments: 'none',
      metafile: true,
      external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
    })
    writeTypes(ENTRY, join(folder, 'dist/types'))
    cpSync('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true })
    cpSync('CHANGELOG.md', join(folder, 'CHANGELOG.md'))
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), listLicencesOf(Object.keys(metafile.inputs)))
  })
}

const nameSchema = z.object({ name: z.string(), version: z.string() })

/** The licences of all packages that any of the files belong to, as their authors require. */
export function listLicencesOf(files: string[]): string {
  const folders = new Set(files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))
  const parts = [...folders].flatMap((folder) => {
    const parsed = nameSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (!parsed.success) return []
    const { name, version } = parsed.data
    return [{ title: `${name} ${version}`, text: licenceIn(folder) }]
  })
  const sorted = [...new Map(parts.map((part) => [part.title, part.text]))].sort(([a], [b]) => (a < b ? -1 : 1))
  return `# Libraries in this package\n\n${sorted.map(([title, text]) => `## ${title}\n\n${text.trim()}\n`).join('\n')}`
}

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.|-|$)/i.test(name))
  if (file !== undefined && existsSync(join(folder, file))) return readFileSync(join(folder, file), 'utf8')
  const { license } = z
    .object({ license: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `Licence: ${license}`
}

/** Version and licence are the project's: a package that had its own version could be published from its sources. */
const manifestSchema = z
  .object({
    name: z.string(),
    version: z.undefined(),
    license: z.undefined(),
    bin: z.record(z.string()).optional(),
    dependencies: z.record(z.string()).optional(),
  })
  .passthrough()

export const readManifest = (sources: string): z.infer<typeof manifestSchema> =>
  manifestSchema.parse(JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8')))

/** The SDK is not stable yet: another version may read a payment otherwise than the one that was tested. */
const isPinned = (name: string) => name.startsWith('@x402/')

/** Fails where a package asks for other versions than those that the project's tests run with, and newer ones that fit. */
export function refuseUntested(asked: Record<string, string>, tested: Record<string, string>): void {
  for (const [name, range] of Object.entries(asked)) {
    const version = tested[name]
    if (version === undefined) throw new Error(`${name} is no dependency of the project.`)
    const expected = isPinned(name) ? version : `^${version}`
    if (range !== expected) throw new Error(`The package asks for ${name} ${range}; what is tested is ${expected}.`)
  }
}

/**
 * Writes the type declarations of a module, and of the project's modules that they name, below `folder`, with the
 * project's layout. Each file is compiled separately: an export without a written type fails.
 */
function writeTypes(entry: string, folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'turnpike-types-'))
  try {
    const faults = declare(entry, scratch)
    const waiting = [entry]
    const written = new Set<string>()
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (written.has(file)) continue
      written.add(file)
      const fault = faults.find((line) => line.startsWith(`${file}(`))
      if (fault) throw new Error(fault)
      const from = dirname(file)
      const output = file.replace(/\.ts$/, '.d.ts')
      const text = readFileSync(join(scratch, output), 'utf8').replace(
        /(from ')(@\/|\.\.?\/)([^']+)(')/g,
        (_, head: string, kind: string, path: string, tail: string) => {
          const target = kind === '@/' ? path : join(from, `${kind}${path}`)
          waiting.push(`${target}.ts`)
          const way = relative(from, target)
          return `${head}${way.startsWith('.') ? way : `./${way}`}.js${tail}`
        },
      )
      mkdirSync(dirname(join(folder, output)), { recursive: true })
      writeFileSync(join(folder, output), text)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Makes the compiler write the declarations of everything that the module loads; returns its errors, one per line. */
function declare(entry: string, scratch: string): string[] {
  const config = {
    extends: resolve('tsconfig.json'),
    files: [resolve(entry)],
    include: [],
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      incremental: false,
      allowJs: false,
      declaration: true,
      emitDeclarationOnly: true,
      isolatedDeclarations: true,
      stripInternal: true,
      rootDir: resolve('.'),
      outDir: scratch,
      typeRoots: [resolve('node_modules/@types')],
      paths: { '@/*': [resolve('*')] },
    },
  }
  const file = join(scratch, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(config))
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const { stdout, error } = spawnSync(process.execPath, [compiler, '-p', file], { encoding: 'utf8' })
  if (error) throw error
  return stdout.split('\n')
}
