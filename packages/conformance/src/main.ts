import { runConformance } from './run-conformance'

process.exitCode = await runConformance(process.argv.slice(2), process.env)
