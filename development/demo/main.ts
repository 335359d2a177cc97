import { nodeVersionProblem } from './node-version'

const problem = nodeVersionProblem(process.versions.node)
if (problem) {
  console.error(problem)
  process.exit(1)
}

// Everything else is loaded after the check: older versions of Node already fail on the syntax of dependencies.
const { runDemo } = await import('./run-demo')
await runDemo(process.argv.slice(2))
// A refused start must not wait for handles that a library left open.
process.exit()
