"""The AsyncAPI document of the sockets and streams, made of the messages' types."""
