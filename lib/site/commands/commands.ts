import type { Command } from './read-command'

export const commands: Record<string, Command> = {
  status: {
    usage: '[--json]',
    does: 'says which version runs where, and what was sold last',
    flags: ['json'],
    load: async () => (await import('./status')).statusCommand,
  },
  doctor: {
    usage: '[--json]',
    does: 'examines the deployment and says what to do; exits with 1 when something fails',
    flags: ['json'],
    load: async () => (await import('./doctor')).doctorCommand,
  },
  migrate: {
    usage: '',
    does: 'brings the database to this version',
    load: async () => (await import('./migrate')).migrateCommand,
  },
  backup: {
    usage: '<file>',
    does: 'writes the whole database into a new file',
    words: { least: 1, most: 1 },
    load: async () => (await import('./backup')).backupCommand,
  },
  restore: {
    usage: '<file>',
    does: 'fills an empty database from a backup',
    words: { least: 1, most: 1 },
    load: async () => (await import('./backup')).restoreCommand,
  },
  reconcile: {
    usage: '--since <time> [--json]',
    does: 'says what happened on the chains that a restored database does not know; exits with 1 when there is any',
    options: ['since'],
    flags: ['json'],
    load: async () => (await import('./reconcile')).reconcileCommand,
  },
  'gas-key': {
    usage: 'evm|svm|avm',
    does: 'makes a key for a gas wallet; it needs no settings',
    words: { least: 1, most: 1 },
    load: async () => (await import('./facilitator-key')).gasKeyCommand,
  },
  'facilitator-key': {
    usage:
      'create --name <name> [--scopes verify,settle] [--per-second <number>] [--receivers 0x…,0x…] [--expires 2027-01-31] | list | revoke <id>',
    does: 'makes, lists and revokes API keys of the facilitator',
    words: { least: 1, most: 2 },
    options: ['name', 'scopes', 'per-second', 'receivers', 'expires'],
    load: async () => (await import('./facilitator-key')).facilitatorKeyCommand,
  },
  'sign-out-everybody': {
    usage: '--yes',
    does: 'ends all sessions of all users',
    flags: ['yes'],
    load: async () => (await import('./sign-out-everybody')).signOutEverybodyCommand,
  },
}
