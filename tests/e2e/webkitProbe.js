import "gi://WebKit2?version=4.1"
