// Medusa 2 in one process, with what it has in place of Redis. Runs in the scratch folder of `npm run bench:peers`.
const { createRequire } = require('node:module')

// of the folder that it is copied into; here it is not installed
const need = createRequire(__filename)
const { defineConfig } = need('@medusajs/framework/utils')

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.PEER_DATABASE,
    // as many connections as ours has
    databaseDriverOptions: { ssl: false, pool: { max: 12 } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'peer', cookieSecret: 'peer' },
  },
})
