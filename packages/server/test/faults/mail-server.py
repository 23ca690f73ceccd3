"""A mail server for smtp.faults.ts, of Debian's python3-aiosmtpd: TLS and a login or nothing, each message a file of a Maildir."""

import asyncio
import ssl
import sys

from aiosmtpd.handlers import Mailbox
from aiosmtpd.smtp import SMTP, AuthResult

folder, starttls_port, tls_port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{folder}/server.pem", f"{folder}/server.key")


class Keeper(Mailbox):
    """Notes how each message came."""

    async def handle_DATA(self, server, session, envelope):
        session.cipher = server.transport.get_extra_info("cipher")
        return await super().handle_DATA(server, session, envelope)

    def prepare_message(self, session, envelope):
        message = super().prepare_message(session, envelope)
        message["X-Came-By"] = f"{session.auth_data.login.decode()} over {session.cipher[1]}"
        return message


def authenticate(server, session, envelope, mechanism, given):
    is_right = given.login == b"campanero" and given.password == b"clave de correo"
    return AuthResult(success=is_right, handled=False, auth_data=given)


def make(starts_plain):
    # What is encrypted from the first byte has no STARTTLS, and aiosmtpd cannot see that it is encrypted.
    plain_only = {"tls_context": context, "require_starttls": True, "auth_require_tls": True}
    extra = plain_only if starts_plain else {"auth_require_tls": False}
    return SMTP(Keeper(f"{folder}/mail"), hostname="localhost", authenticator=authenticate, auth_required=True, **extra)


async def serve():
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: make(True), "127.0.0.1", starttls_port)
    await loop.create_server(lambda: make(False), "127.0.0.1", tls_port, ssl=context)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(serve())
