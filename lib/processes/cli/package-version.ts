import project from '@/package.json' with { type: 'json' }

/** The package that has the program. */
export const packageName = 'turnpike-cli'

export const packageVersion = project.version
