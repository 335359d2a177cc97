import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { artifactsUrl, type ContractArtifact } from './contract-artifacts'

const sourcesUrl = new URL('./contracts/', import.meta.url)
const require = createRequire(import.meta.url)

type CompiledContract = {
  abi: ContractArtifact['abi']
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
  storageLayout: { storage: { label: string; slot: string }[] }
}
type CompilerOutput = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, CompiledContract>>
}
type Compiler = {
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

/**
 * Compiles contracts/*.sol to the text of artifacts/contracts.json.
 * The same sources and compiler give the same bytes: no metadata hash and no paths go into the code.
 */
export function compileContracts(): string {
  const files = readdirSync(sourcesUrl)
    .filter((file) => file.endsWith('.sol'))
    .sort()
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(new URL(file, sourcesUrl), 'utf8') }]),
  )
  const compiler = require('solc') as Compiler
  const input = { language: 'Solidity', sources, settings }
  const output = JSON.parse(compiler.compile(JSON.stringify(input), { import: readImport })) as CompilerOutput
  const problems = (output.errors ?? []).filter((problem) => problem.severity === 'error')
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  const artifacts = files.flatMap((file) => Object.entries(output.contracts[file] ?? {}).flatMap(toArtifact))
  return `${JSON.stringify(Object.fromEntries(artifacts), null, 1)}\n`
}

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: {
    '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout'] },
  },
}

function readImport(path: string) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (cause) {
    return { error: `cannot read ${path}: ${String(cause)}` }
  }
}

function toArtifact([name, compiled]: [string, CompiledContract]): [string, ContractArtifact][] {
  if (compiled.evm.bytecode.object === '') return []
  const slots = Object.fromEntries(compiled.storageLayout.storage.map(({ label, slot }) => [label, Number(slot)]))
  const { bytecode, deployedBytecode } = compiled.evm
  return [
    [
      name,
      { abi: compiled.abi, bytecode: `0x${bytecode.object}`, deployedBytecode: `0x${deployedBytecode.object}`, slots },
    ],
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(artifactsUrl, compileContracts())
  console.log('Wrote artifacts/contracts.json')
}
