// `npm start`: installs and builds what is missing or out of date, then becomes the server.
import './setup/node-version.mjs'

// Not a static import: an old Node.js would stumble over its syntax before the line above could speak.
import('./setup/start-server.mjs').catch((error) => {
  console.error(error?.isPlain ? error.message : error)
  process.exit(1)
})
