import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Writes the type declarations of a module, and of the project's modules that they name, below `folder`, with the
 * project's layout. Each file is compiled separately: an export without a written type fails.
 */
export function writeTypes(entry: string, folder: string): void {
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
