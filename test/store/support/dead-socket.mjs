/** Listens on a socket until it is killed, and leaves the socket's file behind. */
import { createServer } from 'node:net';
import process from 'node:process';

createServer().listen(process.argv[2], () => process.stdout.write('listening\n'));
