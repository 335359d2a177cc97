import { DomainError } from '@/lib/base/infra/domain-error'
import { runProcess } from '@/lib/base/infra/run-process'

const HELP = `Usage: turnpike-site <command>

  migrate                  brings the database to this version
  doctor                   examines the deployment, and says what to do
  backup <file>            writes the whole database into a file
  restore <file>           fills an empty database from a backup
  reconcile --since <time> says what happened on the chains that a restored database does not know
  gas-key evm|svm|avm      makes a key for a gas wallet
  facilitator-key          makes, lists and revokes API keys of the facilitator
  sign-out-everybody       ends all sessions

Each reads the environment, as the site does.`

type Command = (args: string[]) => Promise<void>

/** Loaded when run: most commands load no chain, and a fresh clone has no database client for one of them. */
const commands: Record<string, () => Promise<Command>> = {
  migrate: async () => (await import('../migrate/migrate-command')).migrateCommand,
  doctor: async () => (await import('../doctor/doctor-command')).doctorCommand,
  backup: async () => (await import('../backup/backup-command')).backupCommand,
  restore: async () => (await import('../restore/restore-command')).restoreCommand,
  reconcile: async () => (await import('../reconcile/reconcile-command')).reconcileCommand,
  'gas-key': async () => (await import('../gas-key/gas-key-command')).gasKeyCommand,
  'facilitator-key': async () => (await import('../facilitator-key/facilitator-key-command')).facilitatorKeyCommand,
  'sign-out-everybody': async () =>
    (await import('../sign-out-everybody/sign-out-everybody-command')).signOutEverybodyCommand,
}

/** The operator's program: `npm run site -- <command>`, or `node bin/turnpike-site.mjs <command>` in a release. */
await runProcess(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  if (['help', '--help', '-h'].includes(name)) return console.log(HELP)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) throw new DomainError('USAGE', HELP)
  const run = await load()
  await run(args)
})
// An application watches its networks until it ends.
process.exit()
