import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/**
 * Writes the type declarations of a module, and of those of the project that its declarations name, below `folder`, as
 * they lie in the project. Each file speaks for itself: an export without a written type ends it.
 */
export function writeTypes(entry: string, folder: string): void {
  const waiting = [entry]
  const written = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (written.has(file)) continue
    written.add(file)
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
      fileName: file,
      reportDiagnostics: true,
      compilerOptions: { isolatedDeclarations: true, declaration: true, stripInternal: true },
    })
    const [fault] = diagnostics
    if (fault) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`)
    const from = dirname(file)
    const text = outputText.replace(/(from ')(@\/|\.\.?\/)([^']+)(')/g, (_, head, kind, path, tail) => {
      const target = kind === '@/' ? path : join(from, `${kind}${path}`)
      waiting.push(`${target}.ts`)
      const way = relative(from, target)
      return `${head}${way.startsWith('.') ? way : `./${way}`}.js${tail}`
    })
    const output = join(folder, file.replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(output), { recursive: true })
    writeFileSync(output, text)
  }
}
